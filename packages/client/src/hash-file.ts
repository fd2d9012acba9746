/** The SHA-256 of a file, reckoned beside the page. Rejects where the file can't be read any more. */
export const hashFile = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module', name: 'file hash' })
    const end = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<{ hash: string } | { error: string }>) => {
      end()
      if ('hash' in data) resolve(data.hash)
      else reject(new Error(data.error))
    }
    worker.onerror = ({ message }) => {
      end()
      reject(new Error(message || 'The thread that reckons hashes could not start'))
    }
    worker.postMessage(bytes)
  })
