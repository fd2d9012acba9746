import { generateSync } from 'otplib'

/** The code that an app shows for a secret at a moment (Unix ms). */
export const appCodeAt = (secret: string, nowMs: number): string => generateSync({ secret, epoch: Math.floor(nowMs / 1000) })
