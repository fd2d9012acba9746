/** Samples in a second. */
const sampleRate = 22_050
/** Two tones, in hertz, one after the other. */
const tones = [523.25, 659.25]
const toneSeconds = 0.6
/** Of full strength: headphones may be turned up. */
const strength = 0.35
const headerBytes = 44

/** A tone that swells and fades, so that it begins and ends without a click. */
const sampleAt = (hertz: number, seconds: number) =>
  strength * Math.sin(2 * Math.PI * hertz * seconds) * Math.sin((Math.PI * seconds) / toneSeconds)

/** A short sound to check the loudspeakers with, as a WAV file (16 bit, one channel), for exams that bring none of their own. */
export const testSound = (): Blob => {
  const perTone = Math.round(sampleRate * toneSeconds)
  const dataBytes = tones.length * perTone * 2
  const view = new DataView(new ArrayBuffer(headerBytes + dataBytes))
  const write = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (const [tone, hertz] of tones.entries()) {
    for (let sample = 0; sample < perTone; sample += 1) {
      const value = Math.round(sampleAt(hertz, sample / sampleRate) * 32_767)
      view.setInt16(headerBytes + (tone * perTone + sample) * 2, value, true)
    }
  }
  return new Blob([view.buffer], { type: 'audio/wav' })
}
