import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version that a server names if its operator has set none. */
export const installedVersion = String(version)
