/// The names of months and days in a language that occurs in feeds.
struct DateLanguage {
    /// The names of the months from January on. Slashes separate alternatives, such as a short form that doesn't begin
    /// the long one.
    let months: String
    let days: String
    /// Whether beginnings of the names are recognised, too.
    var isShortened = true

    static let all: [DateLanguage] = [
        english, german, dutch, danish, swedish, norwegian, french, spanish, portuguese, italian, romanian, polish,
        czech,
        russian, ukrainian, bulgarian, greek, hungarian, turkish, finnish, indonesian, arabic, eastAsian
    ]

    private static let english = DateLanguage(
        months: "january february march april may june july august september/sept october november december",
        days: "monday tuesday wednesday thursday friday saturday sunday")

    private static let german = DateLanguage(
        months:
            "januar/jänner februar/feber märz/maerz/mrz april mai juni juli august september oktober november dezember",
        days: "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag")

    private static let dutch = DateLanguage(
        months: "januari februari maart/mrt april mei juni juli augustus september oktober november december",
        days: "ma di wo do vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag")

    private static let danish = DateLanguage(
        months: "januar februar marts april maj juni juli august september oktober november december",
        days: "mandag tirsdag onsdag torsdag fredag lørdag søndag")

    private static let swedish = DateLanguage(
        months: "januari februari mars april maj juni juli augusti september oktober november december",
        days: "måndag tisdag onsdag torsdag fredag lördag söndag")

    private static let norwegian = DateLanguage(
        months: "januar februar mars april mai juni juli august september oktober november desember",
        days: "mandag tirsdag onsdag torsdag fredag lørdag søndag")

    private static let french = DateLanguage(
        months: "janvier février/fevrier mars avril mai juin juillet/juil août/aout septembre octobre novembre "
            + "décembre/decembre",
        days: "lundi mardi mercredi jeudi vendredi samedi dimanche")

    private static let spanish = DateLanguage(
        months: "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre",
        days: "lunes martes miércoles miercoles jueves viernes sábado sabado domingo")

    private static let portuguese = DateLanguage(
        months: "janeiro fevereiro março/marco abril maio junho julho agosto setembro outubro novembro dezembro",
        days: "segunda terça terca quarta quinta sexta sábado sabado domingo feira")

    private static let italian = DateLanguage(
        months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        days: "lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica")

    private static let romanian = DateLanguage(
        months: "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
        days: "luni marți miercuri joi vineri sâmbătă duminică")

    private static let polish = DateLanguage(
        months: "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec lipca/lipiec "
            + "sierpnia/sierpień września/wrzesień października/październik listopada/listopad grudnia/grudzień",
        days: "pn wt śr cz pt so nd poniedziałek wtorek środa czwartek piątek sobota niedziela")

    private static let czech = DateLanguage(
        months: "ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec/čvc "
            + "srpna/srpen září října/říjen listopadu/listopad prosince/prosinec",
        days: "po út st čt pá so ne pondělí úterý středa čtvrtek pátek sobota neděle")

    private static let russian = DateLanguage(
        months: "января/январь февраля/февраль марта/март апреля/апрель мая/май июня/июнь июля/июль августа/август "
            + "сентября/сентябрь октября/октябрь ноября/ноябрь декабря/декабрь",
        days: "пн вт ср чт пт сб вс понедельник вторник среда четверг пятница суббота воскресенье")

    private static let ukrainian = DateLanguage(
        months: "січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень "
            + "серпня/серпень вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень",
        days: "нд понеділок вівторок середа четвер п’ятниця пятниця субота неділя")

    private static let bulgarian = DateLanguage(
        months: "януари февруари март април май юни юли август септември октомври ноември декември",
        days: "понеделник вторник сряда четвъртък петък събота неделя")

    private static let greek = DateLanguage(
        months: "ιανουαρίου/ιανουάριος φεβρουαρίου/φεβρουάριος μαρτίου/μάρτιος/μάρ/μαώ/μάώ απριλίου/απρίλιος "
            + "μαΐου/μαίου/μάιος/μαϊ/μαι/μάι ιουνίου/ιούνιος/ιούν ιουλίου/ιούλιος/ιούλ αυγούστου/αύγουστος/αύγ "
            + "σεπτεμβρίου/σεπτέμβριος οκτωβρίου/οκτώβριος νοεμβρίου/νοέμβριος/νοέ δεκεμβρίου/δεκέμβριος",
        days: "δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή δευ τρι τετ πεμ παρ σαβ κυρ")

    private static let hungarian = DateLanguage(
        months:
            "január február/februári március április május június július augusztus szeptember október november december",
        days: "hétfő kedd szerda csütörtök péntek szombat vasárnap")

    private static let turkish = DateLanguage(
        months: "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
        days: "pazartesi pzt salı çarşamba perşembe cuma cumartesi cmt pazar")

    private static let finnish = DateLanguage(
        months: "tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu "
            + "kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu "
            + "marraskuuta/marraskuu joulukuuta/joulukuu",
        days: "ti ke to pe la su maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai", isShortened: false
    )

    private static let indonesian = DateLanguage(
        months: "januari februari maret april mei juni juli agustus september oktober november desember",
        days: "senin selasa rabu kamis jumat sabtu minggu")

    private static let arabic = DateLanguage(
        months: "يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر",
        days: "الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد")

    // Months are numbers followed by a unit.
    private static let eastAsian = DateLanguage(
        months: "",
        days: "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 周一 周二 周三 周四 周五 "
            + "周六 周日 週一 週二 週三 週四 週五 週六 週日 월요일 화요일 수요일 목요일 금요일 토요일 일요일")
}
