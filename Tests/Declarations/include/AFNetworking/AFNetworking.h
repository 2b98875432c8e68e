#pragma once
#import <Foundation/Foundation.h>
typedef NS_ENUM(NSUInteger, AFSSLPinningMode) { AFSSLPinningModeNone, AFSSLPinningModePublicKey, AFSSLPinningModeCertificate };
@interface AFSecurityPolicy : NSObject
@property BOOL allowInvalidCertificates;
@property BOOL validatesDomainName;
+ (instancetype)policyWithPinningMode:(AFSSLPinningMode)mode withPinnedCertificates:(NSSet<NSData *> *)certificates;
- (BOOL)evaluateServerTrust:(SecTrustRef)trust forDomain:(NSString *)domain;
@end
@interface AFHTTPSessionManager : NSObject
@property (strong) AFSecurityPolicy *securityPolicy;
- (instancetype)initWithBaseURL:(NSURL *)url sessionConfiguration:(NSURLSessionConfiguration *)configuration;
- (void)setAuthenticationChallengeHandler:(id (^)(NSURLSession *session, NSURLSessionTask *task, NSURLAuthenticationChallenge *challenge, void (^completionHandler)(NSURLSessionAuthChallengeDisposition, NSURLCredential *)))handler;
@end
