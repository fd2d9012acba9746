import { choiceField, textField } from '@sitwell/navigation/address-query.ts'

/** How long a search is read; the server takes no longer one. */
const longestSearch = 200

/** In the order of the choice; the server knows them by the same words. */
export const examOrders = ['name', 'newest'] as const

/** What the address of the list holds: a link shows the same list to whoever may see it. */
export const listFields = { search: textField({ longest: longestSearch }), sort: choiceField(examOrders) }

/** The page of an exam within the office. */
export const examPath = (examGuid: string): string => `/library/exams/${encodeURIComponent(examGuid)}`

/** The page on which files are chosen. */
export const uploadsPath = '/library/upload'

/** The page of one upload. */
export const uploadPath = (uploadId: string): string => `${uploadsPath}/${encodeURIComponent(uploadId)}`
