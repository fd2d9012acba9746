import * as z from 'zod/mini'

/** What an erasure takes away. */
export const erasedThings = [
  /** Names, e-mail, phone, date of birth, identifier and password. */
  'account',
  /** Sign-ins, the second step, remembered devices and links. */
  'ways-in',
  'answers',
  'files',
  /** The activity log and error reports. */
  'activity',
  'marks',
  'courses',
  'schedules',
  'groups',
  'accommodations',
  /** Documents behind accommodations, and who opened them. */
  'accommodation-documents',
  /** Roles that are still held. */
  'roles',
  /** Entries of the security log about them. */
  'events',
] as const

/** What stays and names nobody. */
export const keptThings = [
  /** The number of the account, which lets nobody in. */
  'number',
  /** The course of each sitting: when it began, paused and ended. */
  'ledgers',
  /** Hashes of answers and of entries of the security log. */
  'hashes',
  /** That roles were held, without a reason. */
  'role-history',
  /** That the person was erased: when, by whom and why. */
  'record',
  /** Copies that backups hold until they are thrown away. */
  'backups',
] as const

/** What keeps a person from being erased. */
export const erasureHindrances = ['sitting-under-way', 'last-owner'] as const

/** What erasing a person would do. `count` is missing if there is no number of it. */
export const erasure = z.object({
  userID: z.number(),
  erased: z.array(z.object({ what: z.enum(erasedThings), count: z.optional(z.number()) })),
  kept: z.array(z.object({ what: z.enum(keptThings), count: z.optional(z.number()) })),
  hindrance: z.optional(z.enum(erasureHindrances)),
  /** It can't be undone. */
  canUndo: z.literal(false),
  hash: z.string(),
})
export type Erasure = z.infer<typeof erasure>
