/** Whether an address is a page of the proctoring provider's that stands before the sign-in; `entry-address.ts` says which. */
export const isProctoringPage = (path: string): boolean => /^\/proctorio(-return)?(?!\/(finish|end)$)(\/|$)/.test(path)

/** Whether it is one by which the provider brings somebody. */
export const isProctoringEntry = (path: string): boolean => /^\/proctorio\/(?!(start|return|finish|end)$)/.test(path)

/** The organisation that such an address names, as it stands there. */
export const proctoringClient = (path: string): string | undefined => /^\/proctorio(?:-return)?\/([^/]+)\/./.exec(path)?.[1]
