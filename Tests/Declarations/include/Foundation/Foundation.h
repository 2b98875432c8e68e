// Declarations of Apple's that client code uses, for checking its syntax and types where there are none.
#pragma once
typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((id)0)
#define NULL ((void *)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef int OSStatus;
typedef __SIZE_TYPE__ size_t;
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NSNotFound ((NSUInteger)0x7fffffffffffffff)
#include <stdbool.h>

typedef struct _NSRange { NSUInteger location, length; } NSRange;
static inline NSRange NSMakeRange(NSUInteger location, NSUInteger length) { return (NSRange){location, length}; }
typedef struct { unsigned long state; id __unsafe_unretained *itemsPtr; unsigned long *mutationsPtr; unsigned long extra[5]; } NSFastEnumerationState;

@protocol NSObject
- (BOOL)isEqual:(id)object;
@end
@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id __unsafe_unretained [])buffer count:(NSUInteger)length;
@end
__attribute__((objc_root_class)) @interface NSObject <NSObject>
+ (instancetype)alloc;
- (instancetype)init;
@end

@class NSString, NSArray<ObjectType>, NSData;
typedef const struct __attribute__((objc_bridge(NSString))) __CFString *CFStringRef;
typedef const struct __attribute__((objc_bridge(NSData))) __CFData *CFDataRef;
typedef const struct __attribute__((objc_bridge(NSArray))) __CFArray *CFArrayRef;
typedef const struct __attribute__((objc_bridge(NSDictionary))) __CFDictionary *CFDictionaryRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef struct __CFError *CFErrorRef;
typedef const void *CFTypeRef;
typedef unsigned long CFOptionFlags;

typedef NS_ENUM(NSUInteger, NSStringCompareOptions) { NSRegularExpressionSearch = 1024 };
@interface NSString : NSObject
+ (instancetype)stringWithFormat:(NSString *)format, ...;
- (BOOL)isEqualToString:(NSString *)other;
- (BOOL)hasSuffix:(NSString *)suffix;
- (NSRange)rangeOfString:(NSString *)text;
- (NSRange)rangeOfString:(NSString *)text options:(NSStringCompareOptions)mask;
- (NSString *)substringFromIndex:(NSUInteger)from;
- (NSString *)stringByDeletingPathExtension;
- (NSString *)pathExtension;
@end
@interface NSData : NSObject
@property (readonly) const void *bytes;
@property (readonly) NSUInteger length;
+ (instancetype)dataWithContentsOfFile:(NSString *)path;
+ (instancetype)dataWithBytes:(const void *)bytes length:(NSUInteger)length;
- (instancetype)initWithBase64EncodedString:(NSString *)text options:(NSUInteger)options;
- (NSString *)base64EncodedStringWithOptions:(NSUInteger)options;
- (BOOL)isEqualToData:(NSData *)other;
@end
@interface NSMutableData : NSData
- (void)appendData:(NSData *)other;
@end
@interface NSArray<ObjectType> : NSObject <NSFastEnumeration>
@property (readonly) NSUInteger count;
+ (instancetype)arrayWithObjects:(const ObjectType [])objects count:(NSUInteger)count;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
- (BOOL)containsObject:(ObjectType)object;
- (NSArray<ObjectType> *)subarrayWithRange:(NSRange)range;
@end
@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
+ (instancetype)array;
- (void)addObject:(ObjectType)object;
@end
@protocol NSCopying
@end
@interface NSDictionary<KeyType, ObjectType> : NSObject
+ (instancetype)dictionaryWithObjects:(const ObjectType [])objects forKeys:(const KeyType [])keys count:(NSUInteger)count;
- (ObjectType)objectForKeyedSubscript:(KeyType)key;
@end
@interface NSSet<ObjectType> : NSObject
+ (instancetype)setWithArray:(NSArray<ObjectType> *)array;
@end
@interface NSBundle : NSObject
+ (NSBundle *)mainBundle;
- (NSString *)pathForResource:(NSString *)name ofType:(NSString *)extension;
@end
@interface NSURL : NSObject
@end
@interface NSException : NSObject
+ (void)raise:(NSString *)name format:(NSString *)format, ...;
@end
extern NSString *const NSInvalidArgumentException;

typedef struct __attribute__((objc_bridge(id))) __SecTrust *SecTrustRef;
typedef struct __attribute__((objc_bridge(id))) __SecIdentity *SecIdentityRef;

extern NSString *const NSURLAuthenticationMethodServerTrust;
extern NSString *const NSURLAuthenticationMethodClientCertificate;
extern NSString *const NSURLAuthenticationMethodHTTPBasic, *const NSURLAuthenticationMethodHTTPDigest, *const NSURLAuthenticationMethodNTLM, *const NSURLAuthenticationMethodNegotiate;
@interface NSURLProtectionSpace : NSObject
@property (readonly) NSString *host;
@property (readonly) NSString *authenticationMethod;
@property (readonly) SecTrustRef serverTrust;
@end
typedef NS_ENUM(NSUInteger, NSURLCredentialPersistence) { NSURLCredentialPersistenceNone, NSURLCredentialPersistenceForSession };
@interface NSURLCredential : NSObject
+ (instancetype)credentialForTrust:(SecTrustRef)trust;
+ (instancetype)credentialWithIdentity:(SecIdentityRef)identity certificates:(NSArray *)certificates persistence:(NSURLCredentialPersistence)persistence;
@end
@interface NSURLAuthenticationChallenge : NSObject
@property (readonly) NSURLProtectionSpace *protectionSpace;
@end
typedef NS_ENUM(NSInteger, NSURLSessionAuthChallengeDisposition) {
    NSURLSessionAuthChallengeUseCredential, NSURLSessionAuthChallengePerformDefaultHandling,
    NSURLSessionAuthChallengeCancelAuthenticationChallenge, NSURLSessionAuthChallengeRejectProtectionSpace
};
typedef NS_ENUM(unsigned short, tls_protocol_version_t) {
    tls_protocol_version_TLSv10 = 769, tls_protocol_version_TLSv11, tls_protocol_version_TLSv12, tls_protocol_version_TLSv13
};
@interface NSURLSessionConfiguration : NSObject
@property (class, readonly) NSURLSessionConfiguration *ephemeralSessionConfiguration;
@property tls_protocol_version_t TLSMinimumSupportedProtocolVersion;
@property tls_protocol_version_t TLSMaximumSupportedProtocolVersion;
@end
@interface NSURLSession : NSObject
@end
@interface NSURLSessionTask : NSObject
@end
