package io.deltacdf.connect.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;

/** Faults for which Testcontainers has no methods. Containers and their files are kept. */
final class Docker {
  private Docker() {}

  /**
   * A new network, whose containers publish ports for this machine alone where the engine is on it.
   */
  static Network newNetwork() {
    Map<String, String> options =
        DockerClientFactory.instance().dockerHostIpAddress().equals("localhost")
            ? Map.of("com.docker.network.bridge.host_binding_ipv4", "127.0.0.1")
            : Map.of();
    return Network.builder().createNetworkCmdModifier(cmd -> cmd.withOptions(options)).build();
  }

  /** SIGKILL. */
  static void kill(GenericContainer<?> container) {
    client().killContainerCmd(container.getContainerId()).exec();
  }

  /** SIGTERM. */
  static void stop(GenericContainer<?> container) {
    client().stopContainerCmd(container.getContainerId()).exec();
  }

  /** Starts a container again after {@link #kill} or {@link #stop}; its ports are others then. */
  static void start(GenericContainer<?> container) {
    client().startContainerCmd(container.getContainerId()).exec();
  }

  /** Pauses all processes of the container. */
  static void pause(GenericContainer<?> container) {
    client().pauseContainerCmd(container.getContainerId()).exec();
  }

  static void unpause(GenericContainer<?> container) {
    client().unpauseContainerCmd(container.getContainerId()).exec();
  }

  static void connect(String containerId, Network network, String alias) {
    client()
        .connectToNetworkCmd()
        .withContainerId(containerId)
        .withNetworkId(network.getId())
        .withContainerNetwork(new ContainerNetwork().withAliases(alias))
        .exec();
  }

  static void disconnect(String containerId, Network network) {
    client()
        .disconnectFromNetworkCmd()
        .withContainerId(containerId)
        .withNetworkId(network.getId())
        .exec();
  }

  /** The port of this machine by which a container's port is reached now. */
  static int port(GenericContainer<?> container, int port) {
    Ports.Binding[] bindings =
        container
            .getCurrentContainerInfo()
            .getNetworkSettings()
            .getPorts()
            .getBindings()
            .get(ExposedPort.tcp(port));
    if (bindings == null || bindings.length == 0) {
      throw new IllegalStateException("Port " + port + " of " + container + " is not published");
    }
    return Integer.parseInt(bindings[0].getHostPortSpec());
  }

  private static DockerClient client() {
    return DockerClientFactory.instance().client();
  }
}
