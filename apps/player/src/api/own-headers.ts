type Headers = Readonly<Record<string, string>>

let told: Headers | undefined
let telling: Promise<Headers> | undefined

/**
 * What this browser adds to each call: in Safe Exam Browser the keys that it tells the page, asked for once. Undefined in any other,
 * for which nothing is loaded.
 */
export const ownHeaders = (): Headers | Promise<Headers> | undefined => {
  if (told || !('SafeExamBrowser' in globalThis)) return told
  telling ??= import('./seb-headers.ts').then(async ({ sebHeadersHere }) => {
    told = await sebHeadersHere()
    return told
  })
  return telling
}
