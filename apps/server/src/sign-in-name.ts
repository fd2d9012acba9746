import { plainLine } from './plain-line.ts'

/**
 * A user name as people sign in by it: in addition, capitals and the width of letters don't count (the preparation of RFC 8265, 3.3). Accents
 * do: Zoë and Zoe may be two people.
 */
export const signInName = (username: string): string =>
  plainLine(username)
    .replace(/[\uff01-\uff5e\uff66-\uff9f]+/gu, (wide) => wide.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFC')
