import { flushCompileCache } from 'node:module'
import { serve } from '../apps/server/src/main.ts'

/** The server as `sitwell serve` starts it, with another build of the player where a folder is named. */
const [, , playerFolder] = process.argv
await serve(playerFolder === undefined ? undefined : { playerFolder })
// Who is killed writes nothing at the end, and the next start would compile all of it again.
flushCompileCache()
