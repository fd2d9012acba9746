const end = '# EOF'

/** The name of the figure that a line of OpenMetrics begins to tell of; undefined if it continues. */
const begunBy = (line: string): string | undefined => /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line)?.[1]

/** Several texts of OpenMetrics as one, in which each figure is told of in one place, as the form wants it. */
export const mergeFigures = (texts: readonly string[]): string => {
  const families = new Map<string, { readonly head: Set<string>; readonly samples: string[] }>()
  for (const text of texts) {
    let family = { head: new Set<string>(), samples: [] as string[] }
    for (const line of text.split('\n').filter((one) => one !== '' && one !== end)) {
      const name = begunBy(line)
      if (name === undefined) {
        family.samples.push(line)
        continue
      }
      family = families.get(name) ?? { head: new Set(), samples: [] }
      families.set(name, family)
      family.head.add(line)
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples])
  return `${[...lines, end].join('\n')}\n`
}
