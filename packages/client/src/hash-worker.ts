import { hashBlob } from './hash-blob.ts'

/** What the worker posts: a sign of life, and at the end one of the others. */
export type HashReport = { readonly isAlive: true } | { readonly hash: string } | { readonly error: string }

const report = (sent: HashReport) => postMessage(sent)

// In its own thread: a large file takes seconds, in which a page would show no key.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashBlob(data, { onStep: () => report({ isAlive: true }) }).then(
    (hash) => report({ hash }),
    (error: unknown) => report({ error: String(error) }),
  )
})
