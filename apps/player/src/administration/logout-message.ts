/**
 * Whether a message says that somebody has logged out of the administration (spec 1 §6): the text `logout`, or an object with that
 * as its type. From any other origin than the administration's it says nothing.
 */
export const isLogoutMessage = (
  { origin, data }: { readonly origin: string; readonly data: unknown },
  adminOrigin: string,
): boolean => {
  if (origin !== adminOrigin) return false
  const message = typeof data === 'object' && data !== null && 'type' in data ? data.type : data
  return typeof message === 'string' && message.toLowerCase() === 'logout'
}
