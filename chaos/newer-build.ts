import type { OutgoingHttpHeaders } from 'node:http'

const script = /(\/assets\/index-[\w-]+?)\.js/g

/**
 * Makes the player that is served look like a newer build: the script that a page starts with has another name, the service worker
 * other bytes, and the old name is gone, as after an installation.
 */
export const newerBuild = () => {
  let number = 0
  const suffix = () => (number === 0 ? '' : `-newer${number}`)
  return {
    renew() {
      number += 1
    },
    /** The file's name in the one build that there is; undefined for a name of another build. */
    asBuilt(path: string): string | undefined {
      const isScript = /^\/assets\/index-[\w-]+\.js$/.test(path)
      if (!isScript) return path
      const [, name, build = ''] = /^(.+?)(-newer\d+)?\.js$/.exec(path) ?? []
      return build === suffix() ? `${name}.js` : undefined
    },
    /** A page or the service worker as the newer build has it. */
    rewritten<A extends { readonly headers: OutgoingHttpHeaders; readonly body: Buffer }>(answer: A): A {
      if (number === 0 || !/html|javascript/.test(String(answer.headers['content-type']))) return answer
      const renamed = answer.body.toString().replace(script, (_, name: string) => `${name}${suffix()}.js`)
      const versioned = renamed.replace(
        /("version":")[0-9a-f]{4}/,
        (_, before: string) => `${before}${String(number).padStart(4, '0')}`,
      )
      return { ...answer, body: Buffer.from(versioned) }
    },
  }
}
