import { type PartContent, partContent, type SealedPart, sealLabel } from '@sitwell/contract'
import * as z from 'zod/mini'

const nonceBytes = 12

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/**
 * Opens a sealed part with its key. Undefined if this browser can't, because it has no cryptography on a page without https, or
 * where the seal is of another key: then the server has to be asked for the part itself.
 */
export const unseal = async (
  { partId, sealed }: SealedPart,
  scheduleGuid: string,
  key: string,
  subtle: SubtleCrypto | undefined,
): Promise<PartContent | undefined> => {
  if (subtle === undefined) return undefined
  try {
    const imported = await subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt'])
    const bytes = bytesOf(sealed)
    const additionalData = new TextEncoder().encode(sealLabel(scheduleGuid, partId))
    const open = await subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, nonceBytes), additionalData },
      imported,
      bytes.subarray(nonceBytes),
    )
    return z.parse(partContent, JSON.parse(new TextDecoder().decode(open)))
  } catch {
    return undefined
  }
}
