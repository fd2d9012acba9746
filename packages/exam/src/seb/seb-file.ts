import { base64Of, isoOf, type SebSettings, type SebValue } from './seb-config-key.ts'

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => named[sign] ?? '')

const elementOf = (value: SebValue): string => {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`
  if (typeof value === 'number') return Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`
  if (value instanceof Date) return `<date>${isoOf(value)}</date>`
  if (value instanceof Uint8Array) return `<data>${base64Of(value)}</data>`
  if (Array.isArray(value)) return `<array>${value.map(elementOf).join('')}</array>`
  const entries = Object.entries(value as SebSettings)
  return `<dict>\n${entries.map(([key, one]) => `<key>${escaped(key)}</key>${elementOf(one)}\n`).join('')}</dict>`
}

/** A `.seb` file: a property list in XML, neither encrypted nor compressed, which Safe Exam Browser opens as it is. */
export const sebFile = (settings: SebSettings): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${elementOf(settings)}
</plist>
`
