import { type EntryParameters, segment } from './return-address.ts'

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

const partsOf = (path: string) => path.split('/').slice(1)

export type ProctoringAddress =
  | {
      readonly page: 'entry' | 'return'
      readonly parameters: EntryParameters | undefined
      readonly examGuid: string | undefined
    }
  | { readonly page: 'start' | 'returned' }

const ownPage = (name: string): 'start' | 'returned' | undefined => {
  if (name === 'start') return 'start'
  return name === 'return' ? 'returned' : undefined
}
/** These stand behind the sign-in. */
const signedInPages = ['finish', 'end']

/**
 * Which page of the provider's an address is that stands before the sign-in; undefined for any other. Where one of the parts of an
 * entry is missing or empty it has no parameters: it doesn't go ahead.
 */
export const proctoringAddress = (path: string): ProctoringAddress | undefined => {
  const [first, ...rest] = partsOf(path)
  if (first !== segment && first !== `${segment}-return`) return undefined
  const isReturn = first !== segment
  const [only = ''] = rest
  const isAlone = !isReturn && rest.length === 1
  if (isAlone && signedInPages.includes(only)) return undefined
  const page = isAlone ? ownPage(only) : undefined
  if (page) return { page }
  const [clientName = '', userInfo1 = '', userInfo2 = '', examGuid = ''] = rest.map(decoded)
  const isWhole = [clientName, userInfo1, userInfo2, ...(isReturn ? [] : [examGuid])].every((part) => part !== '')
  const hasItsLength = rest.length === (isReturn ? 3 : 4)
  return {
    page: isReturn ? 'return' : 'entry',
    parameters: isWhole && hasItsLength ? { clientName, userInfo1, userInfo2 } : undefined,
    examGuid: isWhole && hasItsLength && !isReturn ? examGuid : undefined,
  }
}

/** The text behind base64; undefined if it is none, or holds no text. */
export const fromBase64 = (text: string): string | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || undefined
  } catch {
    return undefined
  }
}
