// HTTP/2's frames and header compression, for the lab's server.
#ifndef COUNTERSIGN_CNGHTTP2_SHIMS_H
#define COUNTERSIGN_CNGHTTP2_SHIMS_H
#include <nghttp2/nghttp2.h>
#endif
