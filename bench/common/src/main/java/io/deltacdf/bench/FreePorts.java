package io.deltacdf.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds free ports. Usage from scripts: {@code FreePorts COUNT}. */
public final class FreePorts {
  private FreePorts() {}

  public static void main(String[] args) throws IOException {
    find(Integer.parseInt(args[0])).forEach(port -> System.out.print(port + " "));
    System.out.println();
  }

  /** Different ports of the loopback address. */
  public static List<Integer> find(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
