type Headers = Readonly<Record<string, string>>

let headers: Headers | undefined
let telling: Promise<Headers> | undefined

/**
 * What this browser adds to each call: in Safe Exam Browser the keys that it tells the page, asked for once. Undefined in any other,
 * for which nothing is loaded.
 */
export const ownHeaders = (): Headers | Promise<Headers> | undefined => {
  if (headers || !('SafeExamBrowser' in globalThis)) return headers
  telling ??= import('./seb-headers.ts').then(async ({ sebHeadersHere }) => {
    headers = await sebHeadersHere()
    // A launch address is too long for a request's head: once it is entered the page is at another, and the program is asked again.
    if (!headers) telling = undefined
    return headers ?? {}
  })
  return telling
}
