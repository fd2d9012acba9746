import { importsOf, type NamedImport } from './read-links.ts'

/** The names of a list at the end of a module: declared there, or imported and passed on. */
const listedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^export \{([^}]*)\}(?! from)/gm)].flatMap(([, list = '']) =>
    list.split(',').map(
      (one) =>
        one
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    ),
  )

/** The names that a module declares and exports itself. */
const declaredIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|enum) (\w+)/gm)].map(([, name = '']) => name))

/** What a module exports without declaring it. */
const passedOnBy = (text: string): readonly NamedImport[] => {
  const listed = new Set(listedIn(text))
  return importsOf(text).flatMap(({ from, names, isReExport }) => {
    const passedOn = isReExport ? names : names.filter((name) => listed.has(name))
    return passedOn.length === 0 ? [] : [{ from, names: passedOn, isReExport }]
  })
}

/**
 * Finds the modules that an imported name comes from: through a module that only passes names on, such as the contract's index, an
 * import reaches the one that declares them and not all the others.
 */
export const createNameSearch = (
  texts: ReadonlyMap<string, string>,
  resolve: (from: string, path: string) => string | undefined,
) => {
  const read = new Map<string, { declared: ReadonlySet<string>; passedOn: readonly NamedImport[] }>()
  const look = (path: string) => {
    const known = read.get(path)
    if (known) return known
    const text = texts.get(path) ?? ''
    const found = { passedOn: passedOnBy(text), declared: declaredIn(text) }
    read.set(path, found)
    return found
  }

  /** The module that declares the name, if it is known. */
  const declares = (path: string, name: string, past: readonly string[] = []): string | undefined => {
    const { passedOn, declared } = look(path)
    if (declared.has(name)) return path
    const through = (from: string) => {
      const next = resolve(from, path)
      return next === undefined || past.includes(next) ? undefined : { next, found: declares(next, name, [...past, path]) }
    }
    const byName = passedOn.find(({ names }) => names.includes(name))
    if (byName) {
      const there = through(byName.from)
      return there?.found ?? there?.next
    }
    const all = passedOn.filter(({ names }) => names.includes('*'))
    return all.map(({ from }) => through(from)?.found).find((found) => found !== undefined)
  }

  return (path: string, names: readonly string[]): readonly string[] => [
    ...new Set(names.map((name) => (name === '*' ? path : (declares(path, name) ?? path)))),
  ]
}
