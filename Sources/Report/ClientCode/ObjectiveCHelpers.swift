/// Functions that the generated Objective-C calls.
enum ObjectiveCHelpers {
    static func text(sendsChain: Bool) -> String {
        let chain =
            sendsChain
            ? "[chain subarrayWithRange:NSMakeRange(1, chain.count > 0 ? chain.count - 1 : 0)]" : "nil"
        return """
            typedef NS_ENUM(NSInteger, CSVerdict) { CSTrusted, CSRefused, CSNotPinned };
            typedef NS_ENUM(NSInteger, CSMembers) { CSAnyMember, CSLeaf, CSAuthorities };

            // From wherever secrets are kept; in the code it would ship with every copy of the app.
            static NSString *CSPassPhrase = @"";

            static NSArray *CSChain(SecTrustRef trust) {
                return (__bridge_transfer NSArray *)SecTrustCopyCertificateChain(trust) ?: @[];
            }

            static BOOL CSEqual(id one, id other) {
                if (one == nil || other == nil) { return NO; }
                NSData *left = (__bridge_transfer NSData *)SecCertificateCopyData((__bridge SecCertificateRef)one);
                NSData *right = (__bridge_transfer NSData *)SecCertificateCopyData((__bridge SecCertificateRef)other);
                return [left isEqualToData:right];
            }

            static id CSCertificate(NSData *data) {
                return data == nil ? nil : (__bridge_transfer id)SecCertificateCreateWithData(NULL, (__bridge CFDataRef)data);
            }

            static NSArray *CSCertificates(NSArray<NSString *> *texts) {
                NSMutableArray *all = [NSMutableArray array];
                for (NSString *text in texts) {
                    id certificate = CSCertificate([[NSData alloc] initWithBase64EncodedString:text options:0]);
                    if (certificate != nil) { [all addObject:certificate]; }
                }
                return all;
            }

            static BOOL CSChainContains(NSArray *chain, NSArray *certificates) {
                for (id member in chain) {
                    for (id certificate in certificates) {
                        if (CSEqual(member, certificate)) { return YES; }
                    }
                }
                return NO;
            }

            // The base64 of the SHA-256 of the SubjectPublicKeyInfo: the system gives the key alone, its head is added here.
            static NSString *CSKeyHash(id certificate) {
                id key = (__bridge_transfer id)SecCertificateCopyKey((__bridge SecCertificateRef)certificate);
                if (key == nil) { return nil; }
                NSDictionary *attributes = (__bridge_transfer NSDictionary *)SecKeyCopyAttributes((__bridge SecKeyRef)key);
                NSData *bytes = (__bridge_transfer NSData *)SecKeyCopyExternalRepresentation((__bridge SecKeyRef)key, NULL);
                NSString *type = attributes[(__bridge id)kSecAttrKeyType];
                NSString *kind = [type isEqualToString:(__bridge NSString *)kSecAttrKeyTypeRSA] ? @"RSA" : @"EC";
                NSString *name = [NSString stringWithFormat:@"%@ %@", kind, attributes[(__bridge id)kSecAttrKeySizeInBits]];
                NSString *head = @{
                    @"RSA 2048" : @"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
                    @"RSA 3072" : @"MIIBojANBgkqhkiG9w0BAQEFAAOCAY8A",
                    @"RSA 4096" : @"MIICIjANBgkqhkiG9w0BAQEFAAOCAg8A",
                    @"EC 256" : @"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=",
                    @"EC 384" : @"MHYwEAYHKoZIzj0CAQYFK4EEACIDYgA=",
                    @"EC 521" : @"MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAA==",
                }[name];
                if (head == nil || bytes == nil) { return nil; }
                NSMutableData *whole = [[NSMutableData alloc] initWithBase64EncodedString:head options:0];
                [whole appendData:bytes];
                unsigned char digest[CC_SHA256_DIGEST_LENGTH];
                CC_SHA256(whole.bytes, (CC_LONG)whole.length, digest);
                return [[NSData dataWithBytes:digest length:sizeof digest] base64EncodedStringWithOptions:0];
            }

            static BOOL CSChainHasKey(NSArray *chain, NSArray<NSString *> *pins, CSMembers members) {
                for (NSUInteger place = 0; place < chain.count; place++) {
                    if ((members == CSLeaf && place > 0) || (members == CSAuthorities && place == 0)) { continue; }
                    NSString *hash = CSKeyHash(chain[place]);
                    if (hash != nil && [pins containsObject:hash]) { return YES; }
                }
                return NO;
            }

            static NSString *CSParent(NSString *host) {
                NSRange dot = [host rangeOfString:@"."];
                return dot.location == NSNotFound ? @"" : [host substringFromIndex:dot.location + 1];
            }

            static NSData *CSData(NSString *file) {
                NSString *path = [[NSBundle mainBundle] pathForResource:[file stringByDeletingPathExtension]
                                                                 ofType:[file pathExtension]];
                return path == nil ? nil : [NSData dataWithContentsOfFile:path];
            }

            static id CSCertificateOfFile(NSString *file) { return CSCertificate(CSData(file)); }

            static NSArray *CSCertificatesOfFiles(NSArray<NSString *> *files) {
                NSMutableArray *all = [NSMutableArray array];
                for (NSString *file in files) {
                    id certificate = CSCertificateOfFile(file);
                    if (certificate != nil) { [all addObject:certificate]; }
                }
                return all;
            }

            static BOOL CSIsDottedAddress(NSString *host) {
                NSRange found = [host rangeOfString:@"^[0-9]{1,3}(\\\\.[0-9]{1,3}){3}$" options:NSRegularExpressionSearch];
                return found.location != NSNotFound;
            }

            // The first identity of a PKCS#12 file; nil when there is none, or the pass phrase is wrong.
            static NSURLCredential *CSIdentity(NSString *file) {
                NSData *data = CSData(file);
                if (data == nil) { return nil; }
                CFArrayRef found = NULL;
                NSDictionary *options = @{(__bridge id)kSecImportExportPassphrase : CSPassPhrase};
                OSStatus status = SecPKCS12Import((__bridge CFDataRef)data, (__bridge CFDictionaryRef)options, &found);
                NSArray *items = (__bridge_transfer NSArray *)found;
                if (status != errSecSuccess || items.count == 0) { return nil; }
                SecIdentityRef identity = (__bridge SecIdentityRef)items[0][(__bridge id)kSecImportItemIdentity];
                NSArray *chain = items[0][(__bridge id)kSecImportItemCertChain];
                (void)chain;
                return [NSURLCredential credentialWithIdentity:identity
                                                  certificates:\(chain)
                                                   persistence:NSURLCredentialPersistenceForSession];
            }
            """
    }
}
