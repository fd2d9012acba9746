import { connect } from 'node:tls'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'

/** What is known of the certificate at the public address. Moments are Unix ms. */
export interface CertificateStanding {
  /** Until when the one that was seen last is valid, and when it was seen. */
  readonly seen: { readonly untilMs: number; readonly atMs: number } | undefined
  /** The last look failed. */
  readonly hasFailed: boolean
}

export interface CertificateWatch {
  /** Looks at the certificate. Never throws. */
  look(): Promise<void>
  /** Undefined if there is nothing to look at: the server doesn't know its address, or it has no https. */
  standing(): CertificateStanding | undefined
}

/** Milliseconds that the public address may take. */
const patienceMs = 5000

/** The end (Unix ms) of the certificate that a host shows. Throws if it can't be reached, or its certificate isn't trusted or is over. */
export const certificateEnd = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: patienceMs }, () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      if (Number.isNaN(end)) reject(new Error('The certificate names no end.'))
      else resolve(end)
    })
    socket.on('timeout', () => socket.destroy(new Error('The public address takes too long.')))
    socket.on('error', reject)
  })

/** Watches the certificate of the address at which browsers reach this server, which a proxy before it usually has. */
export const watchCertificate = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  clock: Clock,
  endOf: typeof certificateEnd = certificateEnd,
): CertificateWatch => {
  const address = publicUrl?.startsWith('https:') ? new URL(publicUrl) : undefined
  let seen: CertificateStanding['seen']
  let hasFailed = false
  return {
    look: async () => {
      if (!address) return
      try {
        seen = { untilMs: await endOf(address.hostname, Number(address.port || 443)), atMs: clock.nowMs() }
        hasFailed = false
      } catch {
        hasFailed = true
      }
    },
    standing: () => address && { seen, hasFailed },
  }
}
