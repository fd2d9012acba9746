import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>

/** The host that an absolute target names; undefined of the usual form, a path. */
const hostOfTarget = (target: string): string | undefined => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1]

/**
 * Whether a request names one host. A server has to refuse two `Host` fields (RFC 9112, 3.2), and what is in front of it may have read the
 * other one, or the target instead of both.
 */
export const namesOneHost = ({ rawHeaders, headers, url = '' }: Asked): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  const target = hostOfTarget(url)
  return hosts <= 1 && (target === undefined || target.toLowerCase() === headers.host?.toLowerCase())
}
