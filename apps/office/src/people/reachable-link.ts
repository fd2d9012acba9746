/**
 * Returns a link in the form in which this page can be reached: a link to the page's own host gets the page's origin, because a server without a
 * configured address doesn't know the scheme and the port at which browsers reach it.
 */
export const reachableLink = (link: string, origin: string): string => {
  const [url, own] = [new URL(link), new URL(origin)]
  if (url.hostname !== own.hostname) return link
  return `${own.origin}${url.pathname}${url.search}`
}
