import { relative } from 'node:path'

/** The places in a stack that are in this project's own code, `FILE:LINE` from the project's root, nearest first. */
export function ownPlaces(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const path = /^\s+at (?:.*[ (])?(?:file:\/\/)?(\/[^():]+:\d+):\d+\)?$/.exec(line)?.[1]
    if (!path || path.includes('/node_modules/') || path.includes('/script/hangs/')) return []
    return [relative(process.cwd(), path)]
  })
}
