import type { Plugin } from 'vite'

const calls = /\/packages\/contract\/src\/calls\/[\w-]+\.ts$/

/** What of a call the server alone asks for: its description, how large its body may be, and its refusals. */
const ofServer = /^ {2}(?:(?:summary|source|largestBodyBytes): .*|refusals: \[[^\]]*\]),$/gm

/** Leaves out of the calls what no browser reads: a learner would load it on the way to the first question. */
export const callsOfPlayer = (): Plugin => ({
  name: 'sitwell-calls-of-player',
  enforce: 'pre',
  transform(code, id) {
    if (!calls.test(id.replaceAll('\\', '/'))) return null
    // Each line stays, for the map of the sources.
    return { code: code.replace(ofServer, (found) => found.replace(/[^\n]+/g, '')), map: null }
  },
})
