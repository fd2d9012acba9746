import { hashBlob } from './hash-blob.ts'

// In a thread of its own: a large file takes seconds, in which a page would show no key.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  hashBlob(data).then(
    (hash) => postMessage({ hash }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
