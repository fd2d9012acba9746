const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in bytes as people read it: in thousands, as computers show sizes of files. */
export const sizeText = (bytes: number, language: string): string => {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const unit = units[step] ?? 'byte'
  const maximumFractionDigits = step > 0 && value < 100 ? 1 : 0
  // The short word for bytes has no plural.
  const unitDisplay = step === 0 ? 'long' : 'short'
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(value)
}
