package io.deltacdf.connect.testing.sinks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection to a Redis server that uses its protocol (RESP 2,
 * redis.io/docs/latest/develop/reference/protocol-spec).
 */
public final class RespClient implements AutoCloseable {
  /** The server has refused a command, and says why, such as {@code OOM} or {@code READONLY}. */
  public static final class ErrorReply extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    ErrorReply(String text) {
      super("Redis: " + text);
    }
  }

  private final Socket socket;
  private final InputStream in;

  public RespClient(String host, int port) throws IOException {
    socket = new Socket(host, port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Sends a command and waits for its reply.
   *
   * @param command the name and the arguments of the command: strings, which are sent in UTF-8, or
   *     bytes
   * @return a String, Long or byte[], a list of these, or null
   * @throws ErrorReply if the reply is an error
   */
  public Object call(Object... command) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(("*" + command.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
    for (Object part : command) {
      byte[] bytes =
          part instanceof byte[] raw ? raw : part.toString().getBytes(StandardCharsets.UTF_8);
      out.writeBytes(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(bytes);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    out.writeTo(socket.getOutputStream());
    return reply();
  }

  private Object reply() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case ':' -> Long.valueOf(rest);
      case '$' -> bytes(Integer.parseInt(rest));
      case '*' -> {
        List<Object> replies = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(rest); i++) {
          replies.add(reply());
        }
        yield replies;
      }
      case '-' -> throw new ErrorReply(rest);
      default -> throw new IllegalStateException("Not a reply of Redis: " + line);
    };
  }

  private byte[] bytes(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    line();
    return bytes;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("The Redis server has closed the connection");
      } else if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
