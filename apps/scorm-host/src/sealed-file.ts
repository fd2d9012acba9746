/** A file of a course as it is given out. */
export interface CourseFile {
  readonly type: string
  /** Its content security policy. */
  readonly policy: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const nonceBytes = 12
const lengthBytes = 4

/** The place in the browser's caches of a course that is kept under this id, and the address in it of a file. */
export const cacheName = (id: string) => `kept/${id}`
export const cacheAddress = (path: string) => `/kept/${encodeURIComponent(path)}`

const aboutOf = (id: string, path: string) => new TextEncoder().encode(`${id}/${path}`)

/** Seals a file: courses of everybody share this origin's caches, and none reads, changes or exchanges what is another's. */
export const sealFile = async (
  key: CryptoKey,
  id: string,
  path: string,
  { type, policy, bytes }: CourseFile,
): Promise<Blob> => {
  const head = new TextEncoder().encode(JSON.stringify([type, policy]))
  const plain = new Uint8Array(lengthBytes + head.length + bytes.length)
  new DataView(plain.buffer).setUint32(0, head.length)
  plain.set(head, lengthBytes)
  plain.set(bytes, lengthBytes + head.length)
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aboutOf(id, path) }, key, plain)
  return new Blob([iv, sealed])
}

/** Undefined if it wasn't sealed with this key, for this place. */
export const openFile = async (
  key: CryptoKey,
  id: string,
  path: string,
  sealed: ArrayBuffer,
): Promise<CourseFile | undefined> => {
  const iv = sealed.slice(0, nonceBytes)
  try {
    const algorithm = { name: 'AES-GCM', iv, additionalData: aboutOf(id, path) }
    const plain = await crypto.subtle.decrypt(algorithm, key, sealed.slice(nonceBytes))
    const headBytes = new DataView(plain).getUint32(0)
    // Sealed by a page of ours.
    const head = JSON.parse(new TextDecoder().decode(plain.slice(lengthBytes, lengthBytes + headBytes))) as [string, string]
    return { type: head[0], policy: head[1], bytes: new Uint8Array(plain, lengthBytes + headBytes) }
  } catch {
    return undefined
  }
}
