/// A small world to ask questions of: diary entries, their media and authors, heroes and tasks.
///
/// The schema gives each entity its properties; `entity?` is a to-one relationship, `entity*` a
/// to-many one. Absent values are left out of the records; moments are in UTC.
package enum World {
  package static let schema = #"""
    {
      "entry": {"id": "string", "text": "string", "creationTime": "date", "modifiedTime": "date", "mood": "int", "rating": "double", "starred": "bool", "tags": "stringList", "author": "person?", "media": "medium*"},
      "medium": {"id": "string", "type": "string", "size": "int", "width": "int", "duration": "double", "caption": "string", "diaryEntry": "entry?"},
      "person": {"id": "string", "firstName": "string", "lastName": "string", "nickname": "string", "age": "int", "entries": "entry*"},
      "hero": {"id": "string", "name": "string", "secretIdentity": "string", "power": "double"},
      "todo": {"id": "string", "name": "string", "done": "bool", "priority": "int", "due": "date"}
    }
    """#

  package static let records = #"""
    {
      "entry": [
        {"id": "e01", "text": "Morning run by the lake", "creationTime": "2024-01-05T07:30:00Z", "mood": 4, "rating": 4.5, "starred": true, "tags": ["run", "health"], "author": "p1", "media": ["m01", "m02", "m03"]},
        {"id": "e02", "text": "Käsekuchen mit Müller", "creationTime": "2024-02-10T15:00:00Z", "modifiedTime": "2024-02-11T08:00:00Z", "mood": 5, "rating": 3.25, "starred": false, "tags": ["food", "München"], "author": "p2", "media": ["m04"]},
        {"id": "e03", "text": "Ka\u0308sekuchen mit Mu\u0308ller", "creationTime": "2024-02-10T15:00:01Z", "mood": 3, "rating": 3.0, "starred": false, "tags": ["food"], "author": "p2", "media": []},
        {"id": "e04", "text": "Straße nach Gießen", "creationTime": "2024-03-01T00:00:00Z", "mood": 2, "starred": false, "tags": ["travel"], "author": "p1", "media": []},
        {"id": "e05", "text": "STRASSE NACH GIESSEN", "creationTime": "2024-03-01T12:00:00Z", "mood": 2, "rating": 2.0, "starred": true, "tags": ["travel", "work"], "author": "p3", "media": ["m05"]},
        {"id": "e06", "text": "İstanbul’da ılık bir gün", "creationTime": "2024-04-20T09:15:00Z", "mood": 5, "rating": 5.0, "starred": true, "tags": ["travel", "City"], "author": "p4", "media": ["m06", "m07"]},
        {"id": "e07", "text": "日記を書いた 📔", "creationTime": "2024-05-05T22:45:30Z", "modifiedTime": "2024-05-06T00:00:00Z", "rating": 1.5, "starred": false, "tags": [], "author": "p4", "media": []},
        {"id": "e08", "text": "Family 👨‍👩‍👧 at the beach", "creationTime": "2024-06-30T23:59:59Z", "mood": 4, "rating": 4.0, "starred": true, "tags": ["family", "beach", "Run"], "author": "p1", "media": ["m08"]},
        {"id": "e09", "text": "", "creationTime": "2024-07-01T00:00:00Z", "mood": 1, "rating": 0.0, "starred": false, "tags": [], "media": []},
        {"id": "e10", "creationTime": "2024-07-04T10:00:00Z", "tags": [], "media": []},
        {"id": "e11", "text": "Line one\nLine two", "creationTime": "2024-08-15T06:00:00Z", "modifiedTime": "2024-08-15T06:00:00Z", "mood": -1, "rating": -2.5, "starred": false, "tags": ["work"], "author": "p2", "media": []},
        {"id": "e12", "text": "100% done? yes* [ok] (a.b) \\ end", "creationTime": "2024-09-09T09:09:09Z", "mood": 0, "rating": 2.5, "starred": true, "tags": ["work", "health"], "author": "p3", "media": ["m09"]},
        {"id": "e13", "text": "He said \"hi\" and it's fine", "creationTime": "2024-10-31T18:00:00Z", "modifiedTime": "2024-11-01T18:00:00Z", "mood": 3, "rating": 4.75, "starred": false, "tags": ["Health"], "author": "p5", "media": []},
        {"id": "e14", "text": "Café résumé naïve", "creationTime": "2024-12-24T20:00:00Z", "mood": 4, "rating": 4.5, "starred": true, "tags": ["food", "café"], "author": "p5", "media": ["m10", "m11"]}
      ],
      "medium": [
        {"id": "m01", "type": "image", "size": 2048, "width": 1024, "caption": "Lake at dawn", "diaryEntry": "e01"},
        {"id": "m02", "type": "image", "size": 512, "width": 640, "diaryEntry": "e01"},
        {"id": "m03", "type": "video", "size": 1048576, "width": 1920, "duration": 12.5, "caption": "Jogging", "diaryEntry": "e01"},
        {"id": "m04", "type": "image", "size": 3000, "width": 800, "caption": "Käsekuchen", "diaryEntry": "e02"},
        {"id": "m05", "type": "audio", "size": 40000, "duration": 65.25, "caption": "interview", "diaryEntry": "e05"},
        {"id": "m06", "type": "image", "size": 100, "width": 320, "caption": "Galata", "diaryEntry": "e06"},
        {"id": "m07", "type": "video", "size": 9000000, "width": 3840, "duration": 600.0, "caption": "Bosporus", "diaryEntry": "e06"},
        {"id": "m08", "type": "video", "size": 5000, "width": 1280, "duration": 3.0, "caption": "waves", "diaryEntry": "e08"},
        {"id": "m09", "type": "pdf", "size": 0, "caption": "", "diaryEntry": "e12"},
        {"id": "m10", "type": "image", "size": 2048, "width": 1024, "caption": "Latte", "diaryEntry": "e14"},
        {"id": "m11", "type": "image", "size": 4096, "width": 2048, "caption": "café front", "diaryEntry": "e14"},
        {"id": "m12", "type": "Image", "size": 777, "width": 100, "caption": "orphan"}
      ],
      "person": [
        {"id": "p1", "firstName": "Anna", "lastName": "Müller", "nickname": "Annie", "age": 34, "entries": ["e01", "e04", "e08"]},
        {"id": "p2", "firstName": "Björn", "lastName": "Mueller", "age": 27, "entries": ["e02", "e03", "e11"]},
        {"id": "p3", "firstName": "anna", "lastName": "Schmidt", "nickname": "AS", "age": 61, "entries": ["e05", "e12"]},
        {"id": "p4", "firstName": "İpek", "lastName": "Yılmaz", "nickname": "ipek", "age": 18, "entries": ["e06", "e07"]},
        {"id": "p5", "firstName": "Élodie", "lastName": "O'Brien", "nickname": "", "age": 45, "entries": ["e13", "e14"]},
        {"id": "p6", "firstName": "Zoë", "lastName": "de la Cruz", "entries": []}
      ],
      "hero": [
        {"id": "h1", "name": "Night Owl", "secretIdentity": "Dana Holm", "power": 7.5},
        {"id": "h2", "name": "Captain Comet", "secretIdentity": "Adam Vance", "power": 9.25},
        {"id": "h3", "name": "The Blur", "power": 9.25},
        {"id": "h4", "name": "Comet Girl", "secretIdentity": "Dana Holm"},
        {"id": "h5", "name": "Night Owl", "secretIdentity": "Laurel Holm", "power": 3.0}
      ],
      "todo": [
        {"id": "t01", "name": "Buy milk", "done": false, "priority": 1, "due": "2024-05-01T00:00:00Z"},
        {"id": "t02", "name": "buy Milk and eggs", "done": true, "priority": 2},
        {"id": "t03", "name": "Write report_2024", "done": false, "priority": 16, "due": "2024-06-15T17:00:00Z"},
        {"id": "t04", "name": "item 2", "done": true, "priority": 8, "due": "2024-06-15T17:00:00.500Z"},
        {"id": "t05", "name": "item 10"},
        {"id": "t06", "name": "Item 1", "done": false, "priority": -3, "due": "1999-12-31T23:59:59Z"},
        {"id": "t07", "name": "C:\\temp\\*.txt", "done": true, "priority": 0, "due": "2024-02-29T12:00:00Z"},
        {"id": "t08", "name": "50% off?", "done": false, "priority": 9007199254740993, "due": "2038-01-19T03:14:08Z"}
      ]
    }
    """#
}
