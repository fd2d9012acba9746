import type { IncomingMessage } from 'node:http'
import type { IsProxy } from './connections/addresses.ts'

type Asked = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

const lastOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? ''

/** The name, with its port, that a browser asked for: as its own proxy says it, where one is trusted. */
export const askedHost = ({ headers, socket }: Asked, isProxy: IsProxy): string =>
  (isProxy(socket.remoteAddress ?? '') && lastOf(headers['x-forwarded-host'])) || (headers.host ?? '')

/** A host as a request names it, without its port and in the one spelling of a name. */
export const nameOfHost = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase()
