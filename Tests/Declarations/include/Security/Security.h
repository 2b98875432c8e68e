#pragma once
#import <Foundation/Foundation.h>
typedef struct __attribute__((objc_bridge(id))) __SecCertificate *SecCertificateRef;
typedef struct __attribute__((objc_bridge(id))) __SecPolicy *SecPolicyRef;
typedef struct __attribute__((objc_bridge(id))) __SecKey *SecKeyRef;
enum { errSecSuccess = 0 };
typedef NS_ENUM(unsigned int, SecTrustResultType) {
    kSecTrustResultInvalid = 0, kSecTrustResultProceed = 1, kSecTrustResultDeny = 3, kSecTrustResultUnspecified = 4,
    kSecTrustResultRecoverableTrustFailure = 5, kSecTrustResultFatalTrustFailure = 6, kSecTrustResultOtherError = 7
};
enum { kSecRevocationUseAnyAvailableMethod = 3 };
SecPolicyRef SecPolicyCreateSSL(bool server, CFStringRef hostname);
SecPolicyRef SecPolicyCreateBasicX509(void);
SecPolicyRef SecPolicyCreateRevocation(CFOptionFlags flags);
OSStatus SecTrustSetPolicies(SecTrustRef trust, CFTypeRef policies);
OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef anchors);
OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, bool only);
bool SecTrustEvaluateWithError(SecTrustRef trust, CFErrorRef *error);
OSStatus SecTrustGetTrustResult(SecTrustRef trust, SecTrustResultType *result);
CFArrayRef SecTrustCopyCertificateChain(SecTrustRef trust);
SecCertificateRef SecCertificateCreateWithData(CFAllocatorRef allocator, CFDataRef data);
CFDataRef SecCertificateCopyData(SecCertificateRef certificate);
SecKeyRef SecCertificateCopyKey(SecCertificateRef certificate);
CFDictionaryRef SecKeyCopyAttributes(SecKeyRef key);
CFDataRef SecKeyCopyExternalRepresentation(SecKeyRef key, CFErrorRef *error);
OSStatus SecPKCS12Import(CFDataRef data, CFDictionaryRef options, CFArrayRef *items);
extern const CFStringRef kSecAttrKeyType, kSecAttrKeySizeInBits, kSecAttrKeyTypeRSA;
extern const CFStringRef kSecImportExportPassphrase, kSecImportItemIdentity, kSecImportItemCertChain;
