#pragma once
typedef unsigned int CC_LONG;
#define CC_SHA256_DIGEST_LENGTH 32
unsigned char *CC_SHA256(const void *data, CC_LONG length, unsigned char *digest);
