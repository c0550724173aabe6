package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Finds free ports of 127.0.0.1. */
public final class FreePorts {
  private FreePorts() {}

  /**
   * Returns {@code count} different free ports. All are open at the same time, so that they differ.
   */
  public static int[] find(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot find a free port", e);
    } finally {
      for (ServerSocket socket : sockets) {
        close(socket);
      }
    }
  }

  /** Returns whether a process listens on the port. */
  public static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close port " + socket.getLocalPort(), e);
    }
  }
}
