import { encodeBody, encodedBodyType } from '@sitwell/contract'

/** A request whose JSON is written in base64; one without JSON as it is. */
export const inBase64 = (init: RequestInit): RequestInit => {
  const headers = new Headers(init.headers)
  if (typeof init.body !== 'string' || headers.get('content-type') !== 'application/json') return init
  headers.set('content-type', encodedBodyType)
  return { ...init, headers, body: encodeBody(init.body) }
}
