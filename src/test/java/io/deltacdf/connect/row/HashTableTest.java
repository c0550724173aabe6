package io.deltacdf.connect.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HashTableTest {
  private static final byte MARK = 4;
  private static final byte OTHER = 8;

  private final HashTable table = HashTable.with128BitKeys();

  private static Hash128 hash(long high, long low) {
    Hash128 hash = new Hash128();
    hash.set(high, low);
    return hash;
  }

  @Test
  void findsAddedKeysAndNoOthers() {
    Random random = new Random(1);
    Set<Long> added = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      long high = random.nextLong();
      // Many entries share one half of their key; those that share both are the same entry.
      long low = random.nextInt(3);
      boolean isNew = added.add(high * 3 + low);
      assertThat(table.add(hash(high, low)) >= 0).isEqualTo(isNew);
    }
    random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long high = random.nextLong();
      long low = random.nextInt(3);
      assertThat(table.find(hash(high, low))).isNotNegative();
      assertThat(table.find(hash(high, low + 3))).isEqualTo(-1);
      assertThat(table.find(hash(high + 1, low))).isEqualTo(-1);
    }
    assertThat(table.size()).isEqualTo(added.size());
  }

  @Test
  void keepsAllEntriesWithTheSameFirstSlot() {
    for (int i = 0; i < 5_000; i++) {
      assertThat(table.add(hash(-1L, i))).isNotNegative();
    }
    for (int i = 0; i < 5_000; i++) {
      assertThat(table.add(hash(-1L, i))).isNegative();
    }
    assertThat(table.size()).isEqualTo(5_000);
  }

  @Test
  void findsAKeyOfZero() {
    assertThat(table.find(hash(0, 0))).isEqualTo(-1);
    int slot = table.add(hash(0, 0));
    assertThat(table.find(hash(0, 0))).isEqualTo(slot);
    assertThat(table.add(hash(0, 0))).isEqualTo(-1 - slot);
  }

  @Test
  void keysOf64BitsHaveValues() {
    HashTable narrow = HashTable.with64BitKeys();
    for (int i = 0; i < 20_000; i++) {
      assertThat(narrow.add(mixed(i), i)).isNotNegative();
    }
    for (int i = 0; i < 20_000; i++) {
      int slot = narrow.find(mixed(i));
      assertThat(narrow.value(slot)).isEqualTo(i);
      assertThat(narrow.add(mixed(i), i + 1)).as("the value plays no part").isEqualTo(-1 - slot);
      assertThat(narrow.value(slot)).isEqualTo(i);
    }
    assertThat(narrow.find(mixed(20_000))).isEqualTo(-1);
    assertThat(narrow.size()).isEqualTo(20_000);
  }

  @Test
  void keepsMarksWhileTheTableGrows() {
    for (int i = 0; i < 20_000; i++) {
      int slot = table.add(hash(mixed(i), i));
      if (i % 2 == 0) {
        table.mark(slot, MARK);
      }
      if (i % 3 == 0) {
        table.mark(slot, OTHER);
      }
    }
    for (int i = 0; i < 20_000; i++) {
      int slot = table.find(hash(mixed(i), i));
      assertThat(table.has(slot, MARK)).isEqualTo(i % 2 == 0);
      assertThat(table.has(slot, OTHER)).isEqualTo(i % 3 == 0);
    }
  }

  @Test
  void keepsASecondHashForEachEntry() {
    for (int i = 0; i < 1_000; i++) {
      table.add(hash(mixed(i), i));
    }
    table.addSecondHashes();
    for (int i = 0; i < 1_000; i++) {
      table.setSecondHash(table.find(hash(mixed(i), i)), hash(i, -i));
    }
    for (int i = 0; i < 1_000; i++) {
      int slot = table.find(hash(mixed(i), i));
      assertThat(table.hasSecondHash(slot, hash(i, -i))).isTrue();
      assertThat(table.hasSecondHash(slot, hash(i, -i - 1))).isFalse();
      assertThat(table.hasSecondHash(slot, hash(i + 1, -i))).isFalse();
    }
    Hash128 another = hash(7, 7);
    assertThatThrownBy(() -> table.add(another)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void keepsANumberForEachEntry() {
    for (int i = 0; i < 1_000; i++) {
      table.add(hash(mixed(i), i));
    }
    table.addNumbers();
    for (int i = 1; i < 1_000; i++) {
      table.setNumber(table.find(hash(mixed(i), i)), 3 * i);
    }
    for (int i = 0; i < 1_000; i++) {
      assertThat(table.number(table.find(hash(mixed(i), i)))).isEqualTo(3 * i);
    }
    Hash128 another = hash(7, 7);
    assertThatThrownBy(() -> table.add(another)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void scaleKeepsTheOrderOfUnsignedHashes() {
    assertThat(HashTable.scale(0, 10)).isZero();
    assertThat(HashTable.scale(Long.MAX_VALUE, 10)).isEqualTo(4);
    assertThat(HashTable.scale(Long.MIN_VALUE, 10)).isEqualTo(5);
    assertThat(HashTable.scale(-1, 10)).isEqualTo(9);
    assertThat(HashTable.scale(-1, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE - 1);
  }

  private static long mixed(long value) {
    return value * 0x9E3779B97F4A7C15L;
  }
}
