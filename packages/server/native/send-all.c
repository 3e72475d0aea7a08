/*
 * Writes what a flush has for many sockets in one call from JavaScript: one system call for each
 * socket and nothing else. Built by scripts/native.mjs into dist/, used by send-together.ts.
 *
 * sendAll(count, parcels: Int32Array, frames: Buffer[], taken: Int32Array)
 *
 * A parcel is three numbers: a socket's descriptor, and from which frame up to which it gets them;
 * the same frames may go to many. taken[i] becomes how many bytes the kernel took of parcel i, which
 * may be a part or none, or -1 when the socket is broken. Waits for nobody, raises no signal, keeps
 * nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* What is used of Node-API (https://nodejs.org/api/n-api.html), whose binary interface is stable:
 * with these lines a C compiler is all that building needs. */
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_scope__ *napi_scope;
typedef struct napi_info__ *napi_info;
typedef napi_value (*napi_function)(napi_env, napi_info);
enum { napi_ok = 0, napi_int32_array = 5 };
extern int napi_get_cb_info(napi_env, napi_info, size_t *, napi_value *, napi_value *, void **);
extern int napi_get_value_uint32(napi_env, napi_value, uint32_t *);
extern int napi_get_typedarray_info(napi_env, napi_value, int *, size_t *, void **, napi_value *,
                                    size_t *);
extern int napi_get_array_length(napi_env, napi_value, uint32_t *);
extern int napi_get_element(napi_env, napi_value, uint32_t, napi_value *);
extern int napi_get_buffer_info(napi_env, napi_value, void **, size_t *);
extern int napi_open_handle_scope(napi_env, napi_scope *);
extern int napi_close_handle_scope(napi_env, napi_scope);
extern int napi_throw_type_error(napi_env, const char *, const char *);
extern int napi_create_function(napi_env, const char *, size_t, napi_function, void *,
                                napi_value *);

enum { ARGUMENTS = 4, PARCEL = 3, FRAMES_AT_ONCE = 64 };

typedef struct {
  int32_t *numbers;
  size_t length;
} Numbers;

static bool read_numbers(napi_env env, napi_value value, Numbers *numbers) {
  int type = -1;
  void *data = NULL;
  bool is_read = napi_get_typedarray_info(env, value, &type, &numbers->length, &data, NULL, NULL)
                     == napi_ok
                 && type == napi_int32_array;
  numbers->numbers = data;
  return is_read;
}

/* The frames from one place to another, as many as go into one system call; -1 for no buffer. */
static int gather(napi_env env, napi_value frames, uint32_t from, uint32_t to, struct iovec *parts) {
  int count = 0;
  for (uint32_t at = from; at < to && count < FRAMES_AT_ONCE; at += 1, count += 1) {
    napi_value frame;
    if (napi_get_element(env, frames, at, &frame) != napi_ok) return -1;
    if (napi_get_buffer_info(env, frame, &parts[count].iov_base, &parts[count].iov_len) != napi_ok)
      return -1;
  }
  return count;
}

static int32_t send_parts(int descriptor, struct iovec *parts, int count) {
  const int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
  ssize_t taken;
  do
    taken = count == 1 ? send(descriptor, parts->iov_base, parts->iov_len, flags)
                       : sendmsg(descriptor, &message, flags);
  while (taken < 0 && errno == EINTR);
  if (taken >= 0) return (int32_t)taken;
  return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
}

static napi_value refuse(napi_env env) {
  napi_throw_type_error(env, NULL, "sendAll: count, parcels, frames, taken");
  return NULL;
}

static napi_value send_all(napi_env env, napi_info info) {
  napi_value given[ARGUMENTS];
  size_t given_count = ARGUMENTS;
  Numbers parcels, taken;
  uint32_t count = 0, frame_count = 0;
  if (napi_get_cb_info(env, info, &given_count, given, NULL, NULL) != napi_ok
      || given_count != ARGUMENTS || napi_get_value_uint32(env, given[0], &count) != napi_ok
      || !read_numbers(env, given[1], &parcels)
      || napi_get_array_length(env, given[2], &frame_count) != napi_ok
      || !read_numbers(env, given[3], &taken) || count > parcels.length / PARCEL
      || count > taken.length)
    return refuse(env);
  struct iovec parts[FRAMES_AT_ONCE];
  uint32_t from = 0, to = 0;
  int gathered = 0;
  for (uint32_t at = 0; at < count; at += 1) {
    const int32_t *parcel = parcels.numbers + (size_t)at * PARCEL;
    if (parcel[1] < 0 || parcel[2] <= parcel[1] || (uint32_t)parcel[2] > frame_count)
      return refuse(env);
    if ((uint32_t)parcel[1] != from || (uint32_t)parcel[2] != to) {
      from = (uint32_t)parcel[1];
      to = (uint32_t)parcel[2];
      napi_scope scope;
      if (napi_open_handle_scope(env, &scope) != napi_ok) return refuse(env);
      gathered = gather(env, given[2], from, to, parts);
      napi_close_handle_scope(env, scope);
      if (gathered < 0) return refuse(env);
    }
    taken.numbers[at] = send_parts(parcel[0], parts, gathered);
  }
  return NULL;
}

/* The module is the function. */
napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  const size_t name_length = sizeof("sendAll") - 1;
  int answer = napi_create_function(env, "sendAll", name_length, send_all, NULL, &function);
  return answer == napi_ok ? function : exports;
}
