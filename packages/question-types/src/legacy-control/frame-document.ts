const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `~/…` in an attribute or a style stands for the resources of the server (spec 2 §7). */
const placeholder = /(["'(=\s])~\/([^"'()\s<>]*)/g

interface Frame {
  /** The control as the server rendered it. */
  readonly html: string
  /** What the learner has answered so far. */
  readonly answer: string
  /** The API endpoint, as `https://exams.example/`. */
  readonly apiUrl: string
  /** The address of a file below `resource/` as it is loaded; undefined where it may not be. */
  addressOf(address: string): string | undefined
  readonly language: string
  readonly direction: string
  /** Custom properties of the player's theme, with their values. */
  readonly theme: Readonly<Record<string, string>>
}

const policyOf = (resources: string) =>
  [
    "default-src 'none'",
    // Scripts are under the policy of the player's page besides, which names them one by one.
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    `img-src ${resources} data:`,
    `media-src ${resources}`,
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

/** The player's own type and colours, for a control that brings none: they stand ahead of whatever it brings. */
const ownLook = [
  ':root { font: 1.0625rem/1.5 "Noto Sans", system-ui, sans-serif; color: var(--colour-text); background: var(--colour-surface) }',
  'body { margin: 0 } button, input, select, textarea { font: inherit; color: inherit; background: var(--colour-surface) }',
].join(' ')

/**
 * The document of a control's frame. The policy stands ahead of everything that the control brings: it loads nothing but the
 * files of the resource endpoint, and reaches nothing else on the network.
 */
export const frameDocument = ({ html, answer, apiUrl, addressOf, language, direction, theme }: Frame): string => {
  const resources = `${apiUrl.replace(/\/*$/, '/')}resource/`
  const own = html.replace(placeholder, (_, before: string, path: string) => {
    const address = resources + path
    return before + escaped(addressOf(address) ?? address)
  })
  const declarations = Object.entries(theme)
    .map(([name, value]) => `${name}: ${value.replace(/[;{}<>]/g, '')}`)
    .join('; ')
  return [
    `<!doctype html><html lang="${escaped(language)}" dir="${escaped(direction)}" style="${escaped(declarations)}"><head>`,
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(resources))}">`,
    `<meta name="referrer" content="no-referrer"><meta name="sitwell-answer" content="${escaped(answer)}">`,
    `<style>${ownLook}</style></head><body>${own}</body></html>`,
  ].join('')
}
