import * as z from 'zod'

const severity = z.enum(['low', 'moderate', 'high', 'critical'])

/** What `npm audit --json` prints, as far as it tells of advisories; a package that only depends on one has a name there. */
const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ name: z.string(), title: z.string(), url: z.string(), severity, range: z.string() })]),
      ),
    }),
  ),
})

/** The advisories in what npm prints, each once. Throws an error if it is not an audit, as where the registry makes none. */
export const advisoriesIn = (printed: string) => {
  const reading = audit.safeParse(JSON.parse(printed))
  if (!reading.success) throw new Error(`npm made no audit: ${printed.trim().slice(0, 500)}`)
  const { vulnerabilities } = reading.data
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one !== 'string'))
  const found = all.map(({ name, title, url, severity: level, range }) => ({
    id: url.split('/').at(-1) ?? url,
    package: name,
    vulnerable: range,
    severity: level,
    title,
  }))
  return [...new Map(found.map((one) => [`${one.id} ${one.package}`, one])).values()]
}
