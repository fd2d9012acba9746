/** Ends a learner's session as a sign-out elsewhere would: the server refuses its tokens from now on. */
export const authorisedLogout = async (origin: string, authorization: string | undefined, userGuid: string): Promise<void> => {
  if (authorization === undefined) return
  // A server that is down just now ends no session.
  await fetch(`${origin}/security/api/Session/logout?userGUID=${userGuid}`, { headers: { authorization } }).catch(
    () => undefined,
  )
}
