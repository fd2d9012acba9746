const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const step = 1000
const sharp = 10

/** A number of bytes in words of a language (BCP 47), in the largest unit of which there is at least one: `1.5 GB`. */
export const bytesText = (bytes: number, language: string): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / step ** power
  const maximumFractionDigits = power > 0 && value < sharp ? 1 : 0
  const unit = units[power] ?? 'byte'
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(value)
}
