import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'

const megabyte = 1024 * 1024

/** What is free on the disk of the data folder where that is little; undefined if there is enough, or nobody can say. */
export const littleRoom = async ({
  dataFolder,
  lowRoomBytes,
}: Pick<Config, 'dataFolder' | 'lowRoomBytes'>): Promise<{ freeMegabytes: number } | undefined> => {
  const disk = await statfs(dataFolder).catch(() => undefined)
  const freeBytes = disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
  return freeBytes < lowRoomBytes ? { freeMegabytes: Math.floor(freeBytes / megabyte) } : undefined
}
