/** Where an administrator is led instead of the rubric: by address, or inside the player. */
export type AdminTarget = { readonly kind: 'address'; readonly url: string } | { readonly kind: 'frame' }

/** What decides where an administrator goes after the sign-in. */
export interface AdminQuestion {
  readonly admin: boolean
  readonly userId: number
  readonly orgId: number
  readonly legacySingleSignon: boolean
  /** Whether the organisation wants its administration inside the player. */
  readonly adminInFrame: boolean
  readonly adminUrl: string | undefined
  /** Origins that the organisation's own server named; what a launch address brought doesn't count. */
  readonly allowedOrigins: readonly string[]
  /** Where the administration leads back to. */
  readonly returnUrl: string
}

/**
 * The administration's address for this administrator, carrying userID, orgID and a return url (spec 1 §6). Undefined if there is
 * none, or one of an origin that nobody vouches for: sign-ins must not end on a stranger's page.
 */
export const adminAddress = ({
  adminUrl,
  allowedOrigins,
  userId,
  orgId,
  returnUrl,
}: Pick<AdminQuestion, 'adminUrl' | 'allowedOrigins' | 'userId' | 'orgId' | 'returnUrl'>): string | undefined => {
  if (adminUrl === undefined || !URL.canParse(adminUrl)) return undefined
  const url = new URL(adminUrl)
  if (!/^https?:$/.test(url.protocol) || !allowedOrigins.includes(url.origin)) return undefined
  url.searchParams.set('userID', String(userId))
  url.searchParams.set('orgID', String(orgId))
  url.searchParams.set('returnUrl', returnUrl)
  return url.href
}

/** Undefined for everyone who continues to the rubric: no administrator, or no legacy single sign-on (decisions, sign-in). */
export const adminTargetOf = (question: AdminQuestion): AdminTarget | undefined => {
  if (!question.admin || !question.legacySingleSignon) return undefined
  const url = adminAddress(question)
  return url === undefined || question.adminInFrame ? { kind: 'frame' } : { kind: 'address', url }
}
