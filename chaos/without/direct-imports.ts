import { existsSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import { resolvedAsCode } from '../../script/check/resolved-as-code.ts'

/** Reads what each of these files below `root` imports when it runs: the project's own files, and no types. */
export const readDirectImports = async (
  root: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const present = files.filter((file) => existsSync(`${root}/${file}`))
  if (present.length === 0) return new Map()
  const { output } = await cruise(present, {
    baseDir: root,
    ...resolvedAsCode,
    maxDepth: 1,
    tsPreCompilationDeps: false,
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a report where its result was asked for')
  const wanted = new Set(present)
  return new Map(
    output.modules
      .filter(({ source }) => wanted.has(source))
      .map(({ source, dependencies }) => [
        source,
        dependencies
          .filter(({ dependencyTypes }) => !dependencyTypes.includes('type-only'))
          .map(({ resolved }) => resolved)
          .filter((file) => !file.includes('node_modules/') && existsSync(`${root}/${file}`)),
      ]),
  )
}
