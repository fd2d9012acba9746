import { codePage } from '@sitwell/contract/code-page'

/** A file of the host itself: its path, its type and what is in it. */
export type HostFile = readonly [path: string, type: string, text: string]

interface HostParts {
  readonly files: readonly HostFile[]
  /** The player's origin, and the content security policies of the host's page and of that around the code of questions; undefined if the server didn't say. */
  readonly host: { readonly playerOrigin: string; readonly policy: string; readonly codePolicy: string } | undefined
  /** Of the host's page: other origins have files of the same names, which courses ask for. */
  readonly origin: string
  fetch(request: Request): Promise<Response>
  wait(ms: number): Promise<void>
}

/** Milliseconds after which a network that gives no sign counts as gone. */
const patienceMs = 4000
/** Named by what is in it, so it never changes. */
const isLasting = (path: string) => path.startsWith('/assets/')

/**
 * Answers for the page around a SCO and its scripts: from the network, and where that fails from what the service worker holds of them.
 * Undefined for any other request.
 */
export const hostAnswers = ({ files, host, origin: own, fetch, wait }: HostParts) => {
  const byPath = new Map(files.map((file) => [file[0], file]))
  const answerWith = (type: string, text: string, policy = host?.policy) =>
    new Response(text, {
      headers: {
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        ...(policy !== undefined && { 'content-security-policy': policy }),
      },
    })
  const held = (path: string): Response | undefined => {
    if (!host) return undefined
    if (path === '/config.json') return answerWith('application/json', JSON.stringify({ playerOrigin: host.playerOrigin }))
    const file = byPath.get(path)
    return file && answerWith(file[1], file[2], path === codePage ? host.codePolicy : host.policy)
  }
  return (request: Request): Promise<Response> | undefined => {
    const { pathname, origin } = new URL(request.url)
    const cached = origin === own && request.method === 'GET' ? held(pathname) : undefined
    if (!cached) return undefined
    if (isLasting(pathname)) return Promise.resolve(cached)
    const network = fetch(request).then(
      // A proxy's error says that nobody is there.
      (response) => (response.status < 500 ? response : cached),
      () => cached,
    )
    return Promise.race([network, wait(patienceMs).then(() => cached)])
  }
}
