import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client'

/** Opens a socket to a hub. socket.io is loaded with the first one, so that pages without live connections are lighter. */
export const connectSocket = async (hubUrl: string, options: Partial<ManagerOptions & SocketOptions>): Promise<Socket> => {
  const { io } = await import('socket.io-client')
  return io(hubUrl, options)
}
