package io.deltacdf.connect.table.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.log.CommitFiles.FileAction;
import io.deltacdf.connect.table.storage.JsonLine;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses the usual small commit, whose actions are those of files, without Delta Kernel. Kernel
 * builds a schema, an iterator and a tree of nodes for each commit, which costs several times as
 * much as the commit's own text.
 *
 * <p>It follows the schemas of Kernel, and leaves everything to Kernel that is not certain: a
 * metaData or protocol action, a field of another type, a field that is missing or repeated, and
 * whatever is damaged. So both read the same, and damage has the same errors.
 */
final class CommitJson {
  private static final JsonFactory JSON = new JsonFactory();

  private static final StructType ADD = DeltaAction.ADD.schema;
  private static final StructType REMOVE = DeltaAction.REMOVE.schema;
  private static final StructType CDC = DeltaAction.CDC.schema;
  private static final StructType INFO = DeltaAction.COMMITINFO.schema;
  private static final StructType VECTOR = DeletionVectorDescriptor.READ_SCHEMA;

  private final CommitParser commit;
  private boolean anyField;

  /** Says that the content has a form that is left to Delta Kernel. */
  private static final class OtherForm extends Exception {
    private static final long serialVersionUID = 1L;

    OtherForm() {
      super(null, null, false, false);
    }
  }

  private CommitJson(CommitParser commit) {
    this.commit = commit;
  }

  /**
   * Parses the content of a commit file.
   *
   * @return null if Delta Kernel has to parse it
   */
  static @Nullable CommitParser parse(byte[] content, LogFiles logFiles) {
    CommitJson json = new CommitJson(new CommitParser(logFiles));
    try {
      json.parse(content);
      return json.anyField ? json.commit : null;
    } catch (OtherForm | JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new IllegalStateException("Reading an array does no I/O", e);
    }
  }

  private void parse(byte[] content) throws IOException, OtherForm {
    int start = 0;
    for (int end = 0; end <= content.length; end++) {
      if (end == content.length || content[end] == '\n') {
        if (start < end) {
          parseLine(Arrays.copyOfRange(content, start, end));
        }
        start = end + 1;
      } else if (content[end] == '\r' || content[end] == 0) {
        // Kernel may see another line, and Jackson another encoding.
        throw new OtherForm();
      }
    }
  }

  private void parseLine(byte[] line) throws IOException, OtherForm {
    if (line[0] != '{' || !JsonLine.problem(line).isEmpty()) {
      throw new OtherForm();
    }
    try (JsonParser json = JSON.createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        anyField = true;
        String action = json.currentName();
        if (json.nextToken() != JsonToken.VALUE_NULL) {
          parseAction(action, json, line);
        }
      }
    }
  }

  private void parseAction(String action, JsonParser json, byte[] line)
      throws IOException, OtherForm {
    switch (action) {
      case "add" -> add(struct(json, ADD));
      case "remove" -> remove(struct(json, REMOVE));
      case "cdc" -> cdc(struct(json, CDC));
      case "commitInfo" -> info(json, line);
      case "metaData", "protocol" -> throw new OtherForm();
      default -> json.skipChildren();
    }
  }

  private void add(@Nullable Object[] add) {
    commit.add(
        new FileAction(
            text(add, Add.PATH),
            commit.partitions().of(map(add, Add.PARTITION_VALUES)),
            (Long) required(add, Add.SIZE),
            vector(add[Add.VECTOR]),
            CommitParser.rowIdDefaults(
                Optional.ofNullable((Long) add[Add.BASE_ROW_ID]),
                Optional.ofNullable((Long) add[Add.ROW_VERSION]))),
        (Boolean) required(add, Add.DATA_CHANGE));
  }

  private void remove(@Nullable Object[] remove) {
    if (Boolean.FALSE.equals(remove[Remove.DATA_CHANGE])) {
      return;
    }
    Map<String, String> values = map(remove, Remove.PARTITION_VALUES);
    boolean extended = Boolean.TRUE.equals(remove[Remove.EXTENDED]);
    Long size = (Long) remove[Remove.SIZE];
    commit.remove(
        new FileAction(
            text(remove, Remove.PATH),
            values == null && !extended ? null : commit.partitions().of(values),
            size == null ? -1 : size,
            vector(remove[Remove.VECTOR]),
            CommitParser.rowIdDefaults(
                Optional.ofNullable((Long) remove[Remove.BASE_ROW_ID]),
                Optional.ofNullable((Long) remove[Remove.ROW_VERSION]))));
  }

  private void cdc(@Nullable Object[] cdc) {
    commit.cdc(
        text(cdc, Cdc.PATH),
        commit.partitions().of(map(cdc, Cdc.PARTITION_VALUES)),
        (Long) required(cdc, Cdc.SIZE));
  }

  /** The protocol allows any content, which is brought into the form that Kernel expects first. */
  private void info(JsonParser json, byte[] line) throws IOException, OtherForm {
    @Nullable Object[] info;
    try {
      info = struct(json, INFO);
    } catch (OtherForm e) {
      info = normalizedInfo(JsonLine.forKernel(line));
    }
    commit.info(
        new CommitInfo(
            Optional.ofNullable((Long) info[Info.IN_COMMIT_TIMESTAMP]),
            0,
            Optional.empty(),
            Optional.ofNullable((String) info[Info.OPERATION]),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(map(info, Info.METRICS)).orElse(Map.of())));
  }

  private static @Nullable Object[] normalizedInfo(byte[] line) throws IOException, OtherForm {
    try (JsonParser json = JSON.createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isInfo = json.currentName().equals("commitInfo");
        json.nextToken();
        if (isInfo) {
          return struct(json, INFO);
        }
        json.skipChildren();
      }
      throw new OtherForm();
    }
  }

  private static Optional<DeletionVectorDescriptor> vector(@Nullable Object struct) {
    if (!(struct instanceof Object[] vector)) {
      return Optional.empty();
    }
    return Optional.of(
        new DeletionVectorDescriptor(
            text(vector, Vector.STORAGE_TYPE),
            text(vector, Vector.PATH),
            Optional.ofNullable((Integer) vector[Vector.OFFSET]),
            (Integer) required(vector, Vector.SIZE),
            (Long) required(vector, Vector.CARDINALITY)));
  }

  private static Object required(@Nullable Object[] struct, int field) {
    Object value = struct[field];
    if (value == null) {
      throw new IllegalStateException("Kernel's schema allows a null in field " + field);
    }
    return value;
  }

  private static String text(@Nullable Object[] struct, int field) {
    return (String) required(struct, field);
  }

  @SuppressWarnings("unchecked") // All maps of these actions have this type.
  private static @Nullable Map<String, String> map(@Nullable Object[] struct, int field) {
    return (Map<String, String>) struct[field];
  }

  /** Reads an object; the values are in the order of the schema. */
  private static @Nullable Object[] struct(JsonParser json, StructType schema)
      throws IOException, OtherForm {
    require(json.currentToken() == JsonToken.START_OBJECT);
    @Nullable Object[] values = new Object[schema.length()];
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      int field = schema.indexOf(json.currentName());
      json.nextToken();
      if (field < 0) {
        json.skipChildren();
      } else {
        require(values[field] == null);
        values[field] = value(json, schema.at(field).getDataType());
      }
    }
    for (int field = 0; field < values.length; field++) {
      require(values[field] != null || schema.at(field).isNullable());
    }
    return values;
  }

  private static @Nullable Object value(JsonParser json, DataType type)
      throws IOException, OtherForm {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    } else if (type instanceof StringType) {
      require(token == JsonToken.VALUE_STRING);
      return json.getText();
    } else if (type instanceof LongType) {
      require(token == JsonToken.VALUE_NUMBER_INT);
      return json.getLongValue();
    } else if (type instanceof IntegerType) {
      require(token == JsonToken.VALUE_NUMBER_INT);
      return json.getIntValue();
    } else if (type instanceof BooleanType) {
      require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE);
      return token == JsonToken.VALUE_TRUE;
    } else if (type instanceof StructType struct) {
      return struct(json, struct);
    }
    require(type instanceof MapType map && map.getValueType() instanceof StringType);
    return texts(json, ((MapType) type).isValueContainsNull());
  }

  private static Map<String, @Nullable String> texts(JsonParser json, boolean nulls)
      throws IOException, OtherForm {
    require(json.currentToken() == JsonToken.START_OBJECT);
    Map<String, @Nullable String> texts = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      require(token == JsonToken.VALUE_STRING || (nulls && token == JsonToken.VALUE_NULL));
      texts.put(name, token == JsonToken.VALUE_NULL ? null : json.getText());
    }
    return texts;
  }

  private static void require(boolean plain) throws OtherForm {
    if (!plain) {
      throw new OtherForm();
    }
  }

  private static final class Add {
    private static final int PATH = ADD.indexOf("path");
    private static final int PARTITION_VALUES = ADD.indexOf("partitionValues");
    private static final int SIZE = ADD.indexOf("size");
    private static final int DATA_CHANGE = ADD.indexOf("dataChange");
    private static final int VECTOR = ADD.indexOf("deletionVector");
    private static final int BASE_ROW_ID = ADD.indexOf("baseRowId");
    private static final int ROW_VERSION = ADD.indexOf("defaultRowCommitVersion");
  }

  private static final class Remove {
    private static final int PATH = REMOVE.indexOf("path");
    private static final int PARTITION_VALUES = REMOVE.indexOf("partitionValues");
    private static final int EXTENDED = REMOVE.indexOf("extendedFileMetadata");
    private static final int SIZE = REMOVE.indexOf("size");
    private static final int DATA_CHANGE = REMOVE.indexOf("dataChange");
    private static final int VECTOR = REMOVE.indexOf("deletionVector");
    private static final int BASE_ROW_ID = REMOVE.indexOf("baseRowId");
    private static final int ROW_VERSION = REMOVE.indexOf("defaultRowCommitVersion");
  }

  private static final class Cdc {
    private static final int PATH = CDC.indexOf("path");
    private static final int PARTITION_VALUES = CDC.indexOf("partitionValues");
    private static final int SIZE = CDC.indexOf("size");
  }

  private static final class Info {
    private static final int IN_COMMIT_TIMESTAMP = INFO.indexOf("inCommitTimestamp");
    private static final int OPERATION = INFO.indexOf("operation");
    private static final int METRICS = INFO.indexOf("operationMetrics");
  }

  private static final class Vector {
    private static final int STORAGE_TYPE = VECTOR.indexOf("storageType");
    private static final int PATH = VECTOR.indexOf("pathOrInlineDv");
    private static final int OFFSET = VECTOR.indexOf("offset");
    private static final int SIZE = VECTOR.indexOf("sizeInBytes");
    private static final int CARDINALITY = VECTOR.indexOf("cardinality");
  }
}
