/** What the address says that the provider opens (spec 1 §2); `userInfo1` and `userInfo2` in base64. */
export interface EntryParameters {
  readonly clientName: string
  readonly userInfo1: string
  readonly userInfo2: string
}

/** The first segment of the routes of the browser's extension: its provider's name. */
export const segment = 'proctorio'

/** The address that an ended session leads back by. */
export const returnAddress = ({ clientName, userInfo1, userInfo2 }: EntryParameters): string =>
  `/${segment}-return/${[clientName, userInfo1, userInfo2].map(encodeURIComponent).join('/')}`
