/**
 * Replaces what differs between two servers by chance alone: ports, measurements of the machine, cursors of the live view, tokens, guids,
 * hashes and random words. Each becomes the number of its first appearance in the text, so that what appears twice is still the same.
 */
export const masked = (text: string): string => {
  const seen = new Map<string, number>()
  const chance =
    /(?<="(?:bytes|ofBytes|tookMs)":)\d+|(?<="heldMs":)-?[\d.e-]+|(?<="cursor":")[\da-f]{8}\.\d+\.\d+\.[\da-f]{16}(?=")|(?<=127\.0\.0\.1:)\d+|eyJ[\w-]+\.[\w-]+\.[\w-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[\w+/-]*(?:\d|[a-z][A-Z]|[A-Z][a-z]))[\w+/-]{20,}={0,2}/g
  return text.replaceAll(chance, (word) => {
    if (!seen.has(word)) seen.set(word, seen.size)
    return `«${seen.get(word)}»`
  })
}
