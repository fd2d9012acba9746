/** The first whose sign is in what a browser calls itself; those that call themselves another too stand before it. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bSEB\//, 'Safe Exam Browser'],
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (list: typeof browsers, text: string) => list.find(([sign]) => sign.test(text))?.[1]

/** A browser and its system by the names that people know, from what it calls itself; what isn't known is left out. */
export const deviceOf = (userAgent: string | null): { readonly browser?: string; readonly system?: string } => {
  const browser = firstOf(browsers, userAgent ?? '')
  const system = firstOf(systems, userAgent ?? '')
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) }
}
