import type { SecurityContext } from '../security-context.ts'
import { isBreachedPassword } from './breached-passwords.ts'

/** Looks passwords up in the operator's list of stolen ones. A list that can't be read is the operator's to mend; nobody is left without a password for it. */
export const breachedIn =
  ({ config, log }: Pick<SecurityContext, 'config' | 'log'>) =>
  async (password: string): Promise<boolean> => {
    const { breachedPasswords } = config
    try {
      return breachedPasswords !== undefined && (await isBreachedPassword(breachedPasswords, password))
    } catch (error) {
      log.error({ event: 'breached-passwords-not-read', err: error }, 'a new password could not be compared with stolen ones')
      return false
    }
  }
